//! `areas.toml`: the communities that service pages list, so that each name is typed once.

use crate::model::{Areas, Place, content};

content! {
    /// The communities of Dubai that the site names, from the sea inland.
    pub struct AreaBands {
        /// The bands, from the water to the desert.
        pub bands: Vec<AreaBand>,
    }
}

content! {
    /// The communities of one band of the city.
    pub struct AreaBand {
        /// How far inland they lie.
        pub place: Place,
        /// In the order they are listed.
        pub areas: Vec<Community>,
    }
}

content! {
    /// One community.
    pub struct Community {
        /// Its name, as residents say it.
        pub name: String,
        /// The lists it is part of, as sections name them: `core`, `ac`, `villa`.
        pub lists: Vec<String>,
    }
}

impl Areas {
    /// Fills in the names that the section asks for.
    pub fn fill(&mut self, all: &[AreaBand]) {
        self.names = if self.bands.is_empty() { self.listed(all, None) } else { Vec::new() };
        for at in 0..self.bands.len() {
            self.bands[at].areas = self.listed(all, Some(self.bands[at].place));
        }
    }

    fn listed(&self, all: &[AreaBand], place: Option<Place>) -> Vec<String> {
        let bands = all.iter().filter(|band| place.is_none_or(|place| band.place == place));
        let listed = bands.flat_map(|band| &band.areas).filter(|area| area.lists.contains(&self.list));
        listed.map(|area| area.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Band;

    fn area(name: &str, lists: &[&str]) -> Community {
        Community { name: name.to_string(), lists: lists.iter().map(ToString::to_string).collect() }
    }

    fn dubai() -> Vec<AreaBand> {
        vec![
            AreaBand { place: Place::Sea, areas: vec![area("Palm Jumeirah", &["core", "ac"])] },
            AreaBand { place: Place::City, areas: vec![area("DIFC", &["ac"]), area("Deira", &["core"])] },
        ]
    }

    fn section(list: &str, bands: Vec<Band>) -> Areas {
        let (heading, lead) = Default::default();
        Areas { anchor: None, heading, lead, list: list.to_string(), bands, names: Vec::new() }
    }

    #[test]
    fn a_section_shows_the_communities_of_its_list_from_the_sea_inland() {
        let mut plain = section("core", Vec::new());
        plain.fill(&dubai());
        assert_eq!(plain.names, ["Palm Jumeirah", "Deira"]);
    }

    #[test]
    fn a_band_of_a_section_shows_only_what_lies_in_it() {
        let name = String::from("In the city");
        let city = Band { place: Place::City, name, note: String::new(), areas: Vec::new() };
        let mut banded = section("ac", vec![city]);
        banded.fill(&dubai());
        assert_eq!(banded.bands[0].areas, ["DIFC"]);
        assert!(banded.names.is_empty());
    }
}
