//! The smallest pieces of content: links, anchors, pictures, icons, grounds.

use crate::model::content;

/// A leaf whose text means more than text. The schema's `format` tells the check what to verify.
macro_rules! leaf {
    ($(#[$meta:meta])* $name:ident, $format:literal) => {
        #[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(transparent)]
        #[schemars(extend("format" = $format))]
        #[cfg_attr(test, ts(export, export_to = "content.ts", type = "string"))]
        $(#[$meta])*
        pub struct $name(pub String);

        impl std::ops::Deref for $name {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }
    };
}

leaf!(
    /// Where a link leads: a path of this site (`/contracts#basic`), an anchor of the same
    /// page (`#contact`), a full `https://` address, or one of the company's own lines:
    /// `call`, `landline`, `chat`, `email`, `directions`.
    Target,
    "target"
);
leaf!(
    /// The name a link can end in (`#contact`), unique on its page: small letters, digits, hyphens.
    Anchor,
    "anchor"
);
leaf!(
    /// A phone number in international form, as it is shown: `+971 4 000 0000`.
    Phone,
    "phone"
);
leaf!(
    /// A service, by its file's name in `services/`: `plumbing-services-in-dubai`.
    Slug,
    "service"
);
leaf!(
    /// A full address of another site: `https://www.example.com/page`.
    Url,
    "url"
);
leaf!(
    /// An e-mail address.
    Email,
    "email"
);

content! {
    /// The part of a photo that stays in sight where a page shows less than all of it.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Focus {
        TopLeft,
        Top,
        TopRight,
        Left,
        Middle,
        Right,
        BottomLeft,
        Bottom,
        BottomRight,
    }
}

content! {
    /// A photo that replaces a drawing as soon as its file is there.
    pub struct PhotoSlot {
        /// Where the photo is put in the content folder: `images/team.jpg`.
        pub file: String,
        /// What it will show, for people who do not see it.
        pub alt: String,
        /// What stays in sight where a page cuts the photo to its own shape.
        #[serde(default)]
        pub focus: Option<Focus>,
    }
}

content! {
    /// A picture from the content folder.
    pub struct Picture {
        /// File inside the content folder: a drawing, such as `illustrations/service-ac.svg`, or a photo
        /// (JPEG, PNG or WebP), such as `images/team.jpg`.
        #[schemars(extend("format" = "picture"))]
        #[serde(skip_serializing)]
        #[cfg_attr(test, ts(skip))]
        pub file: String,
        /// What the picture shows, for people who do not see it; empty where a drawing only
        /// decorates. A photo always says it.
        #[schemars(length(min = 0))]
        pub alt: String,
        /// What stays in sight where a page cuts the photo to its own shape; the middle, where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub focus: Option<Focus>,
        /// The photo that replaces this drawing as soon as its file is there.
        #[serde(default, skip_serializing)]
        #[cfg_attr(test, ts(skip))]
        pub photo: Option<PhotoSlot>,
        /// Address the picture is served at, with a fingerprint of its bytes.
        #[serde(default)]
        #[schemars(skip)]
        pub src: String,
        /// A photo's WebP files with their widths, as a `srcset`; unset for a drawing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(skip)]
        pub srcset: Option<String>,
        /// Width in CSS pixels.
        #[serde(default)]
        #[schemars(skip)]
        pub width: u32,
        /// Height in CSS pixels.
        #[serde(default)]
        #[schemars(skip)]
        pub height: u32,
    }
}

content! {
    /// Something to click: its words and where they lead.
    pub struct Action {
        /// The words on the button or link; they say what happens.
        pub label: String,
        /// Where it leads.
        pub to: Target,
    }
}

content! {
    /// The colour a section stands on.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "kebab-case")]
    pub enum Ground {
        #[default]
        White,
        Plaster,
        Mist,
        Glass,
        Sun,
        SunPale,
        Sand,
        Blush,
        Ink,
        Gulf,
    }
}

content! {
    /// A drawing from the icon sheet, by its name there.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Icon {
        AirVent,
        Droplets,
        Zap,
        Hammer,
        PaintRoller,
        House,
        #[serde(rename = "building-2")]
        Building2,
        CalendarCheck,
        Phone,
        Mail,
        MapPin,
        Clock,
        ShieldCheck,
        Wrench,
        Receipt,
        Key,
        User,
    }
}
