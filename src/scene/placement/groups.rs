//! Sorting by a small number, stable and in linear time.

/// An entry that is in no group.
pub(super) const SKIPPED: u32 = u32::MAX;

/// The places of the entries of each group, in their order.
pub(crate) struct Groups {
    /// All places, group after group.
    pub places: Vec<u32>,
    /// Where the places of each group begin; one more at the end.
    starts: Vec<usize>,
}

impl Groups {
    /// Groups the entries of `keys`: entry `i` is in group `keys[i]`, if that is less than `count`.
    pub fn new(keys: &[u32], count: usize) -> Self {
        let mut starts = vec![0; count + 1];
        for &key in keys {
            if let Some(start) = starts.get_mut((key as usize).saturating_add(1)) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut places = vec![0; sum];
        let mut next = starts.clone();
        next.pop();
        for (place, &key) in (0..).zip(keys) {
            if let Some(slot) = next.get_mut(key as usize) {
                if let Some(entry) = places.get_mut(*slot) {
                    *entry = place;
                }
                *slot += 1;
            }
        }
        Self { places, starts }
    }

    /// The places of the entries of one group.
    pub fn of(&self, group: usize) -> &[u32] {
        match (self.starts.get(group), self.starts.get(group + 1)) {
            (Some(&start), Some(&end)) => self.places.get(start..end).unwrap_or(&[]),
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_keep_the_order_and_leave_out_what_is_skipped() {
        let groups = Groups::new(&[2, 0, SKIPPED, 2, 0, 9], 3);
        assert_eq!(groups.places, [1, 4, 0, 3]);
        assert_eq!(
            [groups.of(0), groups.of(1), groups.of(2), groups.of(3)],
            [&[1, 4][..], &[], &[0, 3], &[]]
        );
    }
}
