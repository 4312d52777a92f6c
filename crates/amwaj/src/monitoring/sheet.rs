//! A sheet of metrics, written one after the other.

use std::fmt;

use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;

/// Writes one metric after the other.
pub(super) struct Sheet<'a, 'b>(pub(super) &'a mut DescriptorEncoder<'b>);

impl Sheet<'_, '_> {
    pub(super) fn begin<'s>(
        &'s mut self,
        name: &'s str,
        help: &str,
        kind: MetricType,
    ) -> Result<MetricEncoder<'s>, fmt::Error> {
        self.0.encode_descriptor(name, help, None, kind)
    }

    pub(super) fn gauge(&mut self, name: &str, help: &str, value: f64) -> fmt::Result {
        self.begin(name, help, MetricType::Gauge)?.encode_gauge(&value)
    }

    pub(super) fn counter(&mut self, name: &str, help: &str, value: u64) -> fmt::Result {
        self.begin(name, help, MetricType::Counter)?.encode_counter::<NoLabelSet, _, f64>(&value, None)
    }

    pub(super) fn counters<'l, const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        values: impl IntoIterator<Item = ([(&'l str, &'l str); N], u64)>,
    ) -> fmt::Result {
        let mut counters = self.begin(name, help, MetricType::Counter)?;
        for (labels, value) in values {
            counters.encode_family(&labels)?.encode_counter::<NoLabelSet, _, f64>(&value, None)?;
        }
        Ok(())
    }
}
