#!/bin/sh
# Makes the realm `zoo` of the Keycloak server at a port of loopback, and prints a token for it that is
# valid for ten hours instead of one minute.
#
#     token.sh PORT
set -eu
server="http://127.0.0.1:$1"

token() {
    curl --silent --show-error --fail --noproxy '*' \
        --data 'client_id=admin-cli&grant_type=password&username=admin&password=admin' \
        "$server/realms/master/protocol/openid-connect/token" |
        sed 's/.*"access_token":"\([^"]*\)".*/\1/'
}

ask() {
    curl --silent --show-error --fail --noproxy '*' --output /dev/null \
        --header "Authorization: Bearer $first" --header 'Content-Type: application/json' "$@"
}

first=$(token)
ask --request PUT "$server/admin/realms/master" --data '{
    "accessTokenLifespan": 36000, "ssoSessionIdleTimeout": 72000, "ssoSessionMaxLifespan": 72000
}'
ask "$server/admin/realms" --data '{"realm": "zoo", "enabled": true}'
token
