"""The three grants by Authlib, and the access token checked against the key set by joserfc."""

import os
import re

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

BASE, AUTH = os.environ["BASE_URL"], os.environ["AUTH_URL"]
SECRET, PASSWORD = os.environ["CLIENT_SECRET"], os.environ["PASSWORD"]
CALLBACK = "http://127.0.0.1:50123/callback"
direct = requests.Session()
direct.trust_env = False


def check(token, subject):
    keys = KeySet.import_key_set(direct.get(metadata["jwks_uri"]).json())
    claims = jwt.decode(token["access_token"], keys, algorithms=["RS256"]).claims
    rules = {name: {"essential": True, "value": value} for name, value in
             {"iss": metadata["issuer"], "aud": BASE, "sub": subject}.items()}
    jwt.JWTClaimsRegistry(exp={"essential": True}, **rules).validate(claims)
    answer = direct.get(f"{BASE}/org/org-8f2c41/product",
                        headers={"Authorization": f"Bearer {token['access_token']}"})
    assert answer.status_code == 200, answer.text


def session(client, secret=None, **options):
    method = "client_secret_post" if secret else "none"
    made = OAuth2Session(client, secret, token_endpoint_auth_method=method,
                         revocation_endpoint_auth_method=method, **options)
    made.trust_env = False
    return made


def consent(url):
    browser = requests.Session()
    browser.trust_env = False
    page = browser.get(url)
    fields = {"action": "sign-in", "email": os.environ["EMAIL"], "password": PASSWORD}
    for fields in (fields, {"action": "allow"}):
        token = re.search('name="form_token" value="([^"]+)"', page.text)[1]
        page = browser.post(url, data={**fields, "form_token": token},
                            allow_redirects=fields["action"] == "sign-in")
    return page.headers["Location"]


metadata = direct.get(f"{AUTH}/.well-known/oauth-authorization-server").json()
endpoint = metadata["token_endpoint"]

server = session("harbor-server", SECRET)
check(server.fetch_token(endpoint, grant_type="client_credentials", resource=BASE), "harbor-server")

desktop = session("harbor-desktop", redirect_uri=CALLBACK, scope="products:read",
                  code_challenge_method="S256")
verifier = generate_token(48)
url, state = desktop.create_authorization_url(metadata["authorization_endpoint"],
                                              code_verifier=verifier, resource=BASE)
token = desktop.fetch_token(endpoint, authorization_response=consent(url), state=state,
                            code_verifier=verifier)
check(token, "usr-ada")
renewed = desktop.refresh_token(endpoint, token["refresh_token"])
assert renewed["refresh_token"] != token["refresh_token"]
check(renewed, "usr-ada")

state = server.introspect_token(metadata["introspection_endpoint"], renewed["access_token"]).json()
assert state["active"] is True, state
assert desktop.revoke_token(metadata["revocation_endpoint"], renewed["refresh_token"]).ok
state = server.introspect_token(metadata["introspection_endpoint"], renewed["access_token"]).json()
assert state == {"active": False}, state
print("three grants, refresh, introspection and revocation")
