//! Photos after conversion, checked in the bytes that browsers get.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use crate::media::photo::{Photo, make, read};

const UNTOUCHED: u8 = 1;
/// EXIF: turn it a quarter clockwise to see it upright.
const QUARTER_CLOCKWISE: u8 = 6;

/// The EXIF block of a camera that was held like this.
fn exif(orientation: u8) -> Vec<u8> {
    let mut block = b"II*\0\x08\0\0\0\x01\0".to_vec();
    block.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]);
    block.extend(b"taken at 25.07 N 55.13 E");
    block
}

fn jpeg(photo: &RgbImage, orientation: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.set_exif_metadata(exif(orientation)).unwrap();
    encoder.encode_image(photo).unwrap();
    bytes
}

/// Red on the left, blue on the right.
fn red_and_blue(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([200, 0, 0]) } else { Rgb([0, 0, 200]) })
}

/// Fine grain, which packs badly.
fn grain(width: u32, height: u32) -> RgbImage {
    let mut seed = 1_u32;
    RgbImage::from_fn(width, height, |x, _| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([(x % 200) as u8 + (seed >> 27) as u8; 3])
    })
}

fn seen(bytes: &[u8], format: ImageFormat) -> RgbaImage {
    image::load_from_memory_with_format(bytes, format).unwrap().into_rgba8()
}

fn widths(photo: &Photo) -> Vec<u32> {
    photo.webp.iter().map(|(width, _)| *width).collect()
}

/// The error for `bytes`.
fn fault(bytes: &[u8]) -> String {
    format!("{:?}", make(bytes).expect_err("the photo was taken"))
}

#[test]
fn a_photo_is_made_in_the_widths_used_and_never_enlarged() {
    let of = |width| make(&jpeg(&red_and_blue(width, 60), UNTOUCHED)).unwrap();
    assert_eq!(widths(&of(2000)), [480, 800, 1200, 1600]);
    assert_eq!(widths(&of(1600)), [480, 800, 1200, 1600]);
    assert_eq!(widths(&of(1000)), [480, 800, 1000]);
    assert_eq!(widths(&of(300)), [300]);
    assert_eq!((of(2000).width, of(2000).height), (800, 24));
    assert_eq!((of(300).width, of(300).height), (300, 60));
    for (width, bytes) in &of(2000).webp {
        assert_eq!(seen(bytes, ImageFormat::WebP).width(), *width);
    }
    assert_eq!(seen(&of(2000).jpeg, ImageFormat::Jpeg).dimensions(), (800, 24));
}

#[test]
fn a_photo_taken_with_the_camera_on_its_side_stands_upright() {
    let photo = make(&jpeg(&red_and_blue(600, 400), QUARTER_CLOCKWISE)).unwrap();
    assert_eq!((photo.width, photo.height), (400, 600));
    for image in [seen(&photo.jpeg, ImageFormat::Jpeg), seen(&photo.webp[0].1, ImageFormat::WebP)] {
        let [above, below] = [50, 550].map(|y| image.get_pixel(200, y).0);
        assert!(above[0] > 150 && above[2] < 50, "red is above, not {above:?}");
        assert!(below[2] > 150 && below[0] < 50, "blue is below, not {below:?}");
    }
}

#[test]
fn where_and_when_it_was_taken_stays_private() {
    let source = jpeg(&red_and_blue(600, 400), UNTOUCHED);
    let photo = make(&source).unwrap();
    let tells = |bytes: &[u8]| {
        let held = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
        held(b"25.07 N") || held(b"Exif") || held(b"EXIF")
    };
    assert!(tells(&source));
    assert!(!tells(&photo.jpeg));
    assert!(photo.webp.iter().all(|(_, bytes)| !tells(bytes)));
}

#[test]
fn a_photo_that_packs_badly_is_kept_to_the_budget() {
    let photo = grain(1600, 1200);
    let bytes = make(&jpeg(&photo, UNTOUCHED)).unwrap().webp[2].1.clone();
    assert!((40_000..=120_000).contains(&bytes.len()), "{} bytes", bytes.len());
}

#[test]
fn colours_of_a_wider_space_are_those_that_browsers_show() {
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new(&mut bytes);
    encoder.set_icc_profile(moxcms::ColorProfile::new_display_p3().encode().unwrap()).unwrap();
    let photo = RgbImage::from_pixel(300, 200, Rgb([200, 100, 100]));
    encoder.write_image(&photo, 300, 200, image::ExtendedColorType::Rgb8).unwrap();
    let seen = seen(&make(&bytes).unwrap().jpeg, ImageFormat::Jpeg).get_pixel(9, 9).0;
    // Display P3 (200, 100, 100) is sRGB (214, 94, 96).
    let near = |is: u8, should: u8| is.abs_diff(should) <= 4;
    assert!(near(seen[0], 214) && near(seen[1], 94) && near(seen[2], 96), "{seen:?}");
}

#[test]
fn a_colour_profile_that_unpacks_to_megabytes_is_not_unpacked() {
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new(&mut bytes);
    encoder.set_icc_profile(vec![0; 64 * 1024 * 1024]).unwrap();
    encoder.write_image(&grain(60, 40), 60, 40, image::ExtendedColorType::Rgb8).unwrap();
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
    let pixels = read(&bytes).unwrap();
    assert_eq!((pixels.photo.dimensions(), pixels.profile.is_none()), ((60, 40), true));
}

#[test]
fn what_a_photo_lets_through_stays_so_and_is_white_in_a_jpeg() {
    let mut bytes = std::io::Cursor::new(Vec::new());
    RgbaImage::from_pixel(900, 30, Rgba([0, 0, 0, 0])).write_to(&mut bytes, ImageFormat::Png).unwrap();
    let photo = make(bytes.get_ref()).unwrap();
    assert_eq!(seen(&photo.webp[0].1, ImageFormat::WebP).get_pixel(5, 5).0[3], 0);
    assert_eq!(seen(&photo.jpeg, ImageFormat::Jpeg).get_pixel(5, 5).0, [255; 4]);
}

#[test]
fn a_file_that_is_broken_or_no_photo_is_refused() {
    let source = jpeg(&grain(600, 400), UNTOUCHED);
    assert!(fault(&source[..source.len() / 2]).contains("its end is missing"));
    let mut png = std::io::Cursor::new(Vec::new());
    grain(600, 400).write_to(&mut png, ImageFormat::Png).unwrap();
    assert!(fault(&png.get_ref()[..5000]).contains("cannot be read"));
    assert!(fault(b"GIF89a, says the file").contains("is not a JPEG, PNG or WebP photo"));
    assert!(fault(b"a letter").contains("is not a JPEG, PNG or WebP photo"));
    assert!(fault(b"").contains("is not a JPEG, PNG or WebP photo"));
}
