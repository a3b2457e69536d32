/** For tests of code that uses the client: a service without a network, and a clock. */
package com.example.template.testing;
