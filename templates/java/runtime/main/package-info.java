/** The runtime of every client: JSON, requests and errors. */
package com.example.template.runtime;
