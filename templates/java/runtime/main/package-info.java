/**
 * What every client has: how values are written as JSON, how requests are sent, and what can fail.
 */
package com.example.template.runtime;
