//! Spans of runs, steps and questions to models: where they go when somebody asks for them.
//!
//! `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector, as the specification of OpenTelemetry says. Spans go there from a thread of
//! their own, which drops what it can't get rid of: no run waits for a collector, and none fails by one.

use task::{Params, Value};
use tracing_subscriber::{Layer, registry::LookupSpan};
use ui::Element;

/// The target of all spans. A span says what was done and how it ended; no value of a parameter, and no secret.
pub const SPANS: &str = "autorpa::spans";

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

    /// Whether words are, have, or are a part of a value.
    fn is_in(&self, words: &str) -> bool {
        let words = words.to_lowercase();
        let mut values = self.0.iter();
        values.any(|it| words.contains(it) || it.contains(&words))
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
