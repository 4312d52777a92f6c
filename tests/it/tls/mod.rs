//! TLS inside the binary: what clients see over real sockets, with certificates made for the test.

mod first_packets;
mod harness;
mod http2_limits;
mod monitoring;
mod own_files;
