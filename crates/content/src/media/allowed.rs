//! Allowlist for drawings: the elements, attributes and functions that draw a still picture. Sources: SVG 1.1 and 2,
//! and the files that Illustrator, Inkscape and Figma write.

use std::collections::HashSet;
use std::sync::LazyLock;

type Names = LazyLock<HashSet<&'static str>>;

fn names(text: &'static str) -> HashSet<&'static str> {
    text.split_ascii_whitespace().collect()
}

pub(super) static ELEMENTS: Names = LazyLock::new(|| {
    names(
        "circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
         feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
         feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
         feTile feTurbulence filter g image line linearGradient marker mask path pattern polygon polyline
         radialGradient rect stop style svg switch symbol text textPath title tspan use view",
    )
});

/// Elements that may refer to others, by their `href`.
pub(super) static REFERRING: Names =
    LazyLock::new(|| names("feImage filter image linearGradient pattern radialGradient textPath use"));

/// All but `href` and `style`, which are read apart.
pub(super) static ATTRIBUTES: Names = LazyLock::new(|| {
    names(
        "alignment-baseline amplitude azimuth baseFrequency baseline-shift bias class clip clip-path clip-rule
         clipPathUnits color color-interpolation color-interpolation-filters color-rendering cx cy d diffuseConstant
         direction display divisor dominant-baseline dx dy edgeMode elevation exponent fill fill-opacity fill-rule filter
         filterUnits flood-color flood-opacity font-family font-feature-settings font-kerning font-size
         font-size-adjust font-stretch font-style font-variant font-weight fr fx fy gradientTransform gradientUnits
         height id image-rendering in in2 intercept isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning
         lengthAdjust letter-spacing lighting-color limitingConeAngle marker-end marker-mid marker-start markerHeight
         markerUnits markerWidth mask mask-type maskContentUnits maskUnits media method mix-blend-mode mode
         numOctaves offset opacity operator order orient overflow paint-order pathLength patternContentUnits
         patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
         primitiveUnits r radius refX refY requiredExtensions requiredFeatures result role rotate rx ry scale seed
         shape-rendering side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation
         stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
         stroke-linejoin stroke-miterlimit stroke-opacity stroke-width surfaceScale systemLanguage tableValues
         targetX targetY text-anchor text-decoration text-rendering textLength transform transform-origin type
         unicode-bidi values vector-effect version viewBox visibility width word-spacing writing-mode x x1 x2
         xChannelSelector y y1 y2 yChannelSelector z aria-hidden aria-label",
    )
});

/// Functions of styles, and of attributes that are read as styles. `url` is held to parts of the same drawing.
pub(super) static FUNCTIONS: Names = LazyLock::new(|| {
    names(
        "blur brightness calc circle clamp color color-mix contrast drop-shadow ellipse grayscale hsl hsla hue-rotate
         hwb icc-color inset invert is lab lch matrix max min not nth-child nth-of-type oklab oklch opacity path polygon
         rect rgb rgba rotate saturate scale scalex scaley sepia skewx skewy translate translatex translatey url var",
    )
});
