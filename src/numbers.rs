//! Numbers as people read them.

/// `14891` as `14,891`.
pub fn thousands(count: impl ToString) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_thousands_apart() {
        let texts = [0, 7, 999, 1000, 147_456, 1_000_000].map(thousands);
        assert_eq!(texts, ["0", "7", "999", "1,000", "147,456", "1,000,000"]);
    }
}
