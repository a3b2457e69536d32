package com.example.template.runtime;

/**
 * The body of a request.
 *
 * @param mediaType its media type
 * @param bytes what it holds
 */
record Body(String mediaType, byte[] bytes) {}
