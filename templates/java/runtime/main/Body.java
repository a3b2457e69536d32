package com.example.template.runtime;

/**
 * The body of a request.
 *
 * @param mediaType its media type
 * @param bytes its content
 */
record Body(String mediaType, byte[] bytes) {}
