//! The device of pages, in a real browser.

extern crate autorpa_device_web as device_web;

mod actions;
mod brisk;
mod covers;
mod dom;
mod fence;
mod frames;
mod hand;
mod listener;
mod looks;
mod miniwob;
mod opened;
mod pages;
mod points;
mod protocol;
mod rest;
mod site;
mod trouble;
mod windowed;
