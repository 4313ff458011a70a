//! Memory that is fetched before it is read.

#[cfg(any(test, not(target_feature = "sse")))]
mod portable;
#[cfg(target_feature = "sse")]
mod sse;

#[cfg(not(target_feature = "sse"))]
pub(crate) use portable::prefetch;
#[cfg(target_feature = "sse")]
pub(crate) use sse::prefetch;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fetched_stays_as_it_is() {
        let numbers = [3, 1, 4];
        for fetch in [prefetch, portable::prefetch] {
            fetch(&numbers);
            assert_eq!(numbers, [3, 1, 4]);
        }
    }
}
