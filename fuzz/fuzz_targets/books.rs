#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kaeshi_properties::books::books(data));
