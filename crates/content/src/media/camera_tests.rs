//! Photos as cameras, printers and broken cards leave them: large, in inks, damaged. What becomes of them is held
//! against what browsers show.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, GrayImage, ImageEncoder, ImageFormat, Luma, Rgb, RgbImage};
use moxcms::ColorProfile;

use crate::media::photo::{Photo, make};

const FOR_PRINT: &[u8] = include_bytes!("../../../../tests/photos/for-print.jpg");
const DAMAGED: &[u8] = include_bytes!("../../../../tests/photos/damaged.jpg");
const PROGRESSIVE: &[u8] = include_bytes!("../../../../tests/photos/progressive.jpg");
const LARGE: &[u8] = include_bytes!("../../../../tests/photos/48-megapixels.png");

/// A colour of the JPEG that is served, at a part of its width and in the middle of its height.
fn colour(photo: &Photo, part: f64) -> [u8; 3] {
    let image = image::load_from_memory_with_format(&photo.jpeg, ImageFormat::Jpeg).unwrap().into_rgb8();
    image.get_pixel((part * f64::from(image.width())) as u32, image.height() / 2).0
}

fn assert_near(is: [u8; 3], should: [u8; 3]) {
    let near = is.iter().zip(should).all(|(is, should)| is.abs_diff(should) <= 5);
    assert!(near, "{is:?}, not {should:?}");
}

/// What a person is told of `bytes`.
fn fault(bytes: &[u8]) -> String {
    let refused = make(bytes).expect_err("the photo was taken");
    format!("{}; {}", refused.describe("a.jpg"), refused.instead())
}

fn jpeg(photo: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 90).encode_image(photo).unwrap();
    bytes
}

/// Red on the left, blue on the right.
fn red_and_blue(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([200, 0, 0]) } else { Rgb([0, 0, 200]) })
}

/// A PNG of 20 × 20 pixels of one colour, with chunks of its own.
fn png(chunks: &[([u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 20, 20);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    for (kind, data) in chunks {
        writer.write_chunk(png::chunk::ChunkType(*kind), data).unwrap();
    }
    writer.write_image_data(&[200, 100, 100].repeat(400)).unwrap();
    writer.finish().unwrap();
    bytes
}

/// A JPEG without its segments of one kind.
fn without(bytes: &[u8], kind: u8) -> Vec<u8> {
    let (mut kept, mut at) = (bytes[..2].to_vec(), 2);
    while bytes[at + 1] != 0xDA {
        let end = at + 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
        if bytes[at + 1] != kind {
            kept.extend(&bytes[at..end]);
        }
        at = end;
    }
    kept.extend(&bytes[at..]);
    kept
}

/// Where the data of the first scan begins.
fn scan(bytes: &[u8]) -> usize {
    let marker = bytes.windows(2).position(|pair| pair == [0xFF, 0xDA]).unwrap();
    marker + 2 + usize::from(u16::from_be_bytes([bytes[marker + 2], bytes[marker + 3]]))
}

#[test]
fn a_photo_for_print_has_the_colours_of_its_profile() {
    assert_near(colour(&make(FOR_PRINT).unwrap(), 0.25), [203, 83, 71]);
}

#[test]
fn inks_without_a_profile_are_light_that_they_leave() {
    let photo = make(&without(FOR_PRINT, 0xE2)).unwrap();
    assert_near(colour(&photo, 0.25), [200, 60, 60]);
}

#[test]
fn a_profile_of_other_channels_than_the_photos_is_left_out() {
    let inks = image::ImageReader::new(std::io::Cursor::new(FOR_PRINT)).with_guessed_format().unwrap();
    let inks = image::ImageDecoder::icc_profile(&mut inks.into_decoder().unwrap()).unwrap().unwrap();
    let grey = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
    for profile in [inks, grey] {
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new(&mut bytes);
        encoder.set_icc_profile(profile).unwrap();
        encoder.encode_image(&RgbImage::from_pixel(60, 40, Rgb([180, 90, 60]))).unwrap();
        assert_near(colour(&make(&bytes).unwrap(), 0.5), [180, 90, 60]);
    }
}

#[test]
fn greys_have_the_brightness_of_their_profile() {
    // Half of the light is (188, 188, 188) in sRGB.
    for profile in [ColorProfile::new_gray_with_gamma(1.0), linear()] {
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new(&mut bytes);
        encoder.set_icc_profile(profile.encode().unwrap()).unwrap();
        let grey = GrayImage::from_pixel(60, 40, Luma([128]));
        encoder.write_image(&grey, 60, 40, ExtendedColorType::L8).unwrap();
        assert_near(colour(&make(&bytes).unwrap(), 0.5), [188; 3]);
    }
}

/// The colours of sRGB, with values that are amounts of light.
fn linear() -> ColorProfile {
    let mut profile = ColorProfile::new_srgb();
    profile.cicp = None;
    for curve in [&mut profile.red_trc, &mut profile.green_trc, &mut profile.blue_trc] {
        *curve = Some(moxcms::curve_from_gamma(1.0));
    }
    profile
}

#[test]
fn what_a_png_says_of_its_colours_counts() {
    let of = |chunks: &[([u8; 4], &[u8])]| colour(&make(&png(chunks)).unwrap(), 0.5);
    assert_near(of(&[]), [200, 100, 100]);
    let gamma = (*b"gAMA", &100_000_u32.to_be_bytes()[..]);
    let srgb =
        [31_270_u32, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].map(u32::to_be_bytes).concat();
    let primaries = (*b"cHRM", &srgb[..]);
    assert_near(of(&[gamma]), [229, 168, 168]);
    assert_near(of(&[gamma, primaries]), [229, 168, 168]);
    assert_near(of(&[(*b"sRGB", &[0]), gamma, primaries]), [200, 100, 100]);
    assert_near(of(&[(*b"cICP", &[12, 13, 0, 1]), gamma, primaries]), [214, 94, 96]);
}

#[test]
fn a_large_photo_becomes_smaller() {
    let photo = make(LARGE).unwrap();
    assert_eq!((photo.width, photo.height), (800, 600));
    let photo = make(&jpeg(&red_and_blue(16_382, 1_700))).unwrap();
    assert_eq!((photo.width, photo.height, photo.webp.last().unwrap().0), (800, 83, 1600));
    assert_near(colour(&photo, 0.2), [200, 0, 0]);
    assert_near(colour(&photo, 0.8), [0, 0, 200]);
}

#[test]
fn each_pixel_of_a_smaller_photo_is_the_mean_of_those_it_replaces() {
    let mut fewer = crate::media::pixels::FewerPixels::new(3, 2);
    fewer.add_row(&[10, 0, 0, 255, 90, 0, 0, 0, 7, 7, 7, 255]);
    fewer.add_row(&[20, 0, 0, 255, 90, 0, 0, 0, 9, 9, 9, 255]);
    fewer.add_row(&[40, 50, 60, 255, 40, 50, 60, 255, 1, 2, 3, 255]);
    let made = fewer.finish();
    assert_eq!(made.dimensions(), (2, 2));
    assert_eq!(made.into_raw(), [15, 0, 0, 128, 8, 8, 8, 255, 40, 50, 60, 255, 1, 2, 3, 255]);
}

#[test]
fn a_photo_of_too_many_pixels_is_refused_before_they_are_read() {
    let mut source = jpeg(&red_and_blue(60, 40));
    let frame = source.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    let sides = [60_000_u16, 50_000].map(u16::to_be_bytes).concat();
    source[frame + 5..frame + 9].copy_from_slice(&sides);
    let said = fault(&source);
    assert!(said.contains("50000 × 60000 pixels; make it at most 210 megapixels"), "{said}");
    // Sharper and sharper to its end: all of it is in memory until then.
    let mut source = PROGRESSIVE.to_vec();
    let frame = source.windows(2).position(|pair| pair == [0xFF, 0xC2]).unwrap();
    let sides = [9000_u16, 9000].map(u16::to_be_bytes).concat();
    source[frame + 5..frame + 9].copy_from_slice(&sides);
    let said = fault(&source);
    assert!(said.contains("9000 × 9000 pixels; make it at most 52 megapixels"), "{said}");
    let header = |is_interlaced| {
        let mut info = png::Info::with_size(50_000, 50_000);
        info.interlaced = is_interlaced;
        let mut bytes = Vec::new();
        let mut writer = png::Encoder::with_info(&mut bytes, info).unwrap().write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
        drop(writer);
        bytes
    };
    let said = [false, true].map(|interlaced| fault(&header(interlaced)));
    assert!(said[0].contains("50000 × 50000 pixels; make it at most 210 megapixels"), "{said:?}");
    assert!(said[1].contains("50000 × 50000 pixels; make it at most 105 megapixels"), "{said:?}");
}

#[test]
fn a_damaged_photo_is_refused_and_never_filled_with_grey() {
    let damaged = "cannot be read: a part of it is damaged; copy the file again";
    assert!(fault(DAMAGED).contains(damaged), "{}", fault(DAMAGED));
    let source = jpeg(&red_and_blue(600, 400));
    let middle = (scan(&source) + source.len()) / 2;
    for marker in [0x10, 0x7E, 0xC4, 0xD0, 0xD8, 0xD9, 0xE0, 0xFE] {
        for original in [source.as_slice(), PROGRESSIVE] {
            let mut broken = original.to_vec();
            let middle = if original == PROGRESSIVE { scan(original) + 20 } else { middle };
            broken[middle..middle + 2].copy_from_slice(&[0xFF, marker]);
            assert!(fault(&broken).contains("cannot be read"), "FF {marker:02X}");
        }
    }
    let mut run = source.clone();
    run[middle..middle + 300].fill(0xFF);
    assert!(fault(&run).contains("cannot be read"));
    for missing in [&source[..source.len() - 2], &PROGRESSIVE[..PROGRESSIVE.len() / 2]] {
        assert!(fault(missing).contains("its end is missing"), "{}", fault(missing));
    }
}

#[test]
fn what_comes_after_a_photos_end_or_fills_its_gaps_does_no_harm() {
    let source = jpeg(&red_and_blue(600, 400));
    let plain = make(&source).unwrap().jpeg;
    // A video of the same moment, or a second picture.
    let with_trailer = |trailer: &[u8]| [source.as_slice(), trailer].concat();
    assert_eq!(make(&with_trailer(b"\0\0\0\x18ftypmp42 and so on")).unwrap().jpeg, plain);
    assert_eq!(make(&with_trailer(&source)).unwrap().jpeg, plain);
    let mut filled = source.clone();
    filled.splice(source.len() - 2..source.len() - 2, [0xFF; 9]);
    assert_eq!(make(&filled).unwrap().jpeg, plain);
    make(PROGRESSIVE).unwrap();
}
