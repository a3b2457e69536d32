// The three grants by openid-client, and the access token checked against the key set by jose.

import assert from 'node:assert/strict';
import * as oidc from 'openid-client';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { BASE_URL, AUTH_URL, CLIENT_SECRET, EMAIL, PASSWORD } = process.env;
const options = { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] };
const discover = (id, method) => oidc.discovery(new URL(AUTH_URL), id, {}, method, options);

async function check(tokens, subject) {
  const keys = createRemoteJWKSet(new URL(server.serverMetadata().jwks_uri));
  await jwtVerify(tokens.access_token, keys, {
    issuer: AUTH_URL, audience: BASE_URL, subject, typ: 'at+jwt', algorithms: ['RS256'],
  });
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const answer = await fetch(`${BASE_URL}/org/org-8f2c41/product`, { headers });
  assert.equal(answer.status, 200, await answer.text());
}

async function consent(url) {
  let page = await fetch(url);
  let cookie;
  for (const fields of [{ action: 'sign-in', email: EMAIL, password: PASSWORD }, { action: 'allow' }]) {
    cookie = page.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const form_token = /name="form_token" value="([^"]+)"/.exec(await page.text())[1];
    const body = new URLSearchParams({ ...fields, form_token });
    const headers = { cookie };
    page = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
    assert.equal(page.status, 303);
    if (fields.action === 'sign-in') {
      cookie = page.headers.get('set-cookie').split(';')[0];
      page = await fetch(url, { headers: { cookie } });
    }
  }
  return new URL(page.headers.get('location'));
}

const server = await discover('harbor-server', oidc.ClientSecretPost(CLIENT_SECRET));
const resource = BASE_URL;
await check(await oidc.clientCredentialsGrant(server, { resource }), 'harbor-server');

const desktop = await discover('harbor-desktop', oidc.None());
const verifier = oidc.randomPKCECodeVerifier();
const expectedState = oidc.randomState();
const url = oidc.buildAuthorizationUrl(desktop, {
  redirect_uri: 'http://127.0.0.1:50123/callback', scope: 'products:read', state: expectedState, resource,
  code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
});
const checks = { pkceCodeVerifier: verifier, expectedState };
const tokens = await oidc.authorizationCodeGrant(desktop, await consent(url), checks, { resource });
await check(tokens, 'usr-ada');
const renewed = await oidc.refreshTokenGrant(desktop, tokens.refresh_token);
assert.notEqual(renewed.refresh_token, tokens.refresh_token);
await check(renewed, 'usr-ada');

assert.equal((await oidc.tokenIntrospection(server, renewed.access_token)).active, true);
await oidc.tokenRevocation(desktop, renewed.refresh_token);
assert.deepEqual({ ...await oidc.tokenIntrospection(server, renewed.access_token) }, { active: false });
console.log('three grants, refresh, introspection and revocation');
