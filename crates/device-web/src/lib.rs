//! device-web
