//! The object type `LogLine`, made by `make objects` from `providers/objects/LogLine.schema.json`.

use crate::{Map, absent, enumeration, nullable, object, optional, record};

record! {
    /// A line of a service's log, with the dotted names of the Elastic Common Schema, labels, and an error or null.
    pub struct LogLine {
        #[serde(rename = "@timestamp")]
        timestamp: String,
        #[serde(rename = "log.level")]
        log_level: Level,
        message: String,
        #[serde(rename = "service.name")]
        service_name: String,
        #[serde(rename = "service.version")]
        service_version: String,
        #[serde(rename = "host.ip")]
        host_ip: String,
        #[serde(rename = "process.thread.id")]
        process_thread_id: i32,
        #[serde(rename = "trace.id")]
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        trace_id: Option<String>,
        #[serde(rename = "span.id")]
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        span_id: Option<String>,
        #[serde(rename = "http.request.method")]
        http_request_method: String,
        #[serde(rename = "url.path")]
        url_path: String,
        #[serde(rename = "http.response.status_code")]
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        http_response_status_code: Option<i32>,
        #[serde(rename = "event.duration")]
        event_duration: i64,
        #[serde(rename = "event.success")]
        event_success: bool,
        labels: Map<String>,
        #[serde(deserialize_with = "nullable")]
        error: Option<Failure>,
    }
}

enumeration! {
    /// How grave an event is.
    Level {
        Trace = "trace",
        Debug = "debug",
        Info = "info",
        Warn = "warn",
        Error = "error",
        Fatal = "fatal",
    }
}

record! {
    /// What went wrong.
    pub struct Failure {
        r#type: String,
        message: String,
        #[serde(default = "absent")]
        frames: Vec<String>,
    }
}

object!(LogLine, {
    "@timestamp": Text,
    "log.level": (one of Level),
    "message": Text,
    "service.name": Text,
    "service.version": Text,
    "host.ip": Text,
    "process.thread.id": Int32,
    "trace.id": Text or absent,
    "span.id": Text or absent,
    "http.request.method": Text,
    "url.path": Text,
    "http.response.status_code": Int32 or absent,
    "event.duration": Int64,
    "event.success": Boolean,
    "labels": (map of Text),
    "error": {
        "type": Text,
        "message": Text,
        "frames": [Text],
    } or null,
}, not in Xml: "the name of LogLine.@timestamp is none that an element may have here");
