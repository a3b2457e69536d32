/** What every client has: how values travel as JSON, how requests are sent, and what can fail. */
package com.example.template.runtime;
