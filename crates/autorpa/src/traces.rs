//! Spans of runs, steps and questions to models: where they go when somebody asks for them.
//!
//! `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector, as the specification of OpenTelemetry says. Spans go there from a thread of
//! their own, which drops what it can't get rid of: no run waits for a collector, and none fails by one.

use task::{Params, Value};
use tracing_subscriber::{Layer, registry::LookupSpan};
use ui::Element;

/// The target of all spans. A span says what was done and how it ended; nothing that has a word of a value of the run.
pub const SPANS: &str = "autorpa::spans";

/// Whether what comes from this target is kept out of every log: the library that speaks to models logs what services say as
/// they said it, also where they repeat a key; the socket to a browser logs what is typed; spans are none of a log's lines.
pub fn is_silent(target: &str) -> bool {
    ["genai", "tungstenite", SPANS]
        .iter()
        .any(|it| target.starts_with(it))
}

/// Whether this program can speak to a collector at all.
pub const fn sends_traces() -> bool {
    cfg!(feature = "otlp")
}

/// Spans go out until this is dropped; what is left then goes first.
#[must_use = "what is left goes out when this is dropped"]
pub struct Traces {
    #[cfg(feature = "otlp")]
    provider: Option<opentelemetry_sdk::trace::SdkTracerProvider>,
}

/// The values of a run, which no span has.
pub(crate) struct Unsaid(Vec<String>);

impl Unsaid {
    /// Those of these parameters.
    pub fn of(params: &Params) -> Self {
        let texts = params.values().flat_map(|it| match it {
            Value::Text(text) => vec![text.to_lowercase()],
            Value::List(all) => all.iter().map(|it| it.to_lowercase()).collect(),
        });
        Self(texts.filter(|it| !it.trim().is_empty()).collect())
    }

    /// Whether a text may tell of a value, also where the value is written in another way: they have a word in common, one is in
    /// the other, or the text has a digit.
    fn is_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let words = |it: &str| -> Vec<String> {
            it.split(|it: char| !it.is_alphanumeric())
                .map(str::to_owned)
                .collect()
        };
        let own = words(&text);
        let common = |value: &String| {
            words(value)
                .iter()
                .any(|it| it.chars().count() > 1 && own.contains(it))
        };
        let is_told = |it: &String| text.contains(it) || it.contains(&text) || common(it);
        text.contains(|it: char| it.is_numeric()) || self.0.iter().any(is_told)
    }

    /// An element as a span names it: what it is, and what it is called where no value is in that. What a field holds is not
    /// what it is called.
    pub fn name_of(&self, element: &Element) -> String {
        let called = |it: &Option<String>| it.clone().filter(|it| !self.is_in(it));
        let named = Element {
            role: element.role.clone(),
            class_name: element.class_name.clone(),
            text: called(&element.text).filter(|_| !element.editable),
            content_description: called(&element.content_description),
            label: called(&element.label),
            hint_text: called(&element.hint_text),
            resource_name: called(&element.resource_name),
            ..Element::default()
        };
        named.name()
    }
}

#[cfg(not(feature = "otlp"))]
/// What spans are handed to, where the environment names a collector and the program can speak to one, and what ends it.
pub fn traces<S>() -> (Option<impl Layer<S> + use<S>>, Traces)
where
    S: tracing::Subscriber + for<'a> LookupSpan<'a>,
{
    (None::<tracing_subscriber::layer::Identity>, Traces {})
}

#[cfg(feature = "otlp")]
pub use exported::traces;

#[cfg(feature = "otlp")]
mod exported {
    use std::{env, time::Duration};

    use opentelemetry::trace::TracerProvider;
    use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
    use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
    use tracing_subscriber::filter::filter_fn;

    use super::{Layer, LookupSpan, SPANS, Traces};

    /// How long a collector may take for what it is sent, and all of it at the end.
    const WITHIN: Duration = Duration::from_secs(2);
    /// Where a collector is: for all, or for traces alone.
    const ENDPOINTS: [&str; 2] = [
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
    ];

    fn said(name: &str) -> Option<String> {
        env::var(name).ok().filter(|it| !it.trim().is_empty())
    }

    /// What spans are handed to, where the environment names a collector and the program can speak to one, and what ends it.
    pub fn traces<S>() -> (Option<impl Layer<S> + use<S>>, Traces)
    where
        S: tracing::Subscriber + for<'a> LookupSpan<'a>,
    {
        let is_off = said("OTEL_SDK_DISABLED").is_some_and(|it| it.eq_ignore_ascii_case("true"));
        let provider = match !is_off && ENDPOINTS.into_iter().any(|it| said(it).is_some()) {
            true => provider(),
            false => None,
        };
        let layer = provider.as_ref().map(|it| {
            tracing_opentelemetry::layer()
                .with_tracer(it.tracer("autorpa"))
                .with_location(false)
                .with_threads(false)
                .with_tracked_inactivity(false)
                .with_filter(filter_fn(|it| it.is_span() && it.target() == SPANS))
        });
        (layer, Traces { provider })
    }

    fn provider() -> Option<SdkTracerProvider> {
        // Only the first one of a process counts; whichever it is will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::blocking::Client::builder().timeout(WITHIN).build();
        let client = client
            .map_err(|error| tracing::warn!(%error, "no spans are sent"))
            .ok()?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(WITHIN)
            .build();
        let exporter = exporter
            .map_err(|error| tracing::warn!(%error, "no spans are sent"))
            .ok()?;
        let mut resource = Resource::builder();
        if said("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("autorpa");
        }
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build());
        Some(provider.build())
    }

    impl Drop for Traces {
        fn drop(&mut self) {
            if let Some(provider) = &self.provider
                && let Err(error) = provider.shutdown_with_timeout(WITHIN)
            {
                tracing::info!(%error, "not all spans were sent");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_named_without_the_values_of_a_run() {
        let unsaid = Unsaid::of(&Params::from([
            ("name".to_owned(), "Ada Lovelace".into()),
            ("days".to_owned(), Value::List(vec!["27".to_owned()])),
        ]));
        let named = |text: &str, editable: bool| {
            unsaid.name_of(&Element {
                role: Some("button".to_owned()),
                text: Some(text.to_owned()),
                editable,
                ..Element::default()
            })
        };
        assert_eq!(named("Save", false), "button \"Save\"");
        for text in ["Ada Lovelace", "Edit ADA LOVELACE", "Ada", "27", "27 November"] {
            assert_eq!(named(text, false), "button", "{text}");
        }
        // What a field holds may be made of values.
        assert_eq!(named("lovelace_1815", true), "button");
    }
}
