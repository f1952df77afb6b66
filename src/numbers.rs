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

/// How many of something there are: `1 frame`, `2,000 frames`.
pub fn counted(count: impl ToString, one: &str) -> String {
    let number = thousands(count);
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {one}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_thousands_apart() {
        let texts = [0, 7, 999, 1000, 147_456, 1_000_000].map(thousands);
        assert_eq!(texts, ["0", "7", "999", "1,000", "147,456", "1,000,000"]);
    }

    #[test]
    fn one_of_something_is_not_many() {
        assert_eq!(
            [0, 1, 2000].map(|count| counted(count, "frame")),
            ["0 frames", "1 frame", "2,000 frames"]
        );
    }
}
