/** Traces and metrics; needs the library {@code io.opentelemetry:opentelemetry-api}. */
package com.example.template.opentelemetry;
