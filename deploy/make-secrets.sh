#!/bin/sh
# Writes the secrets of compose.yaml with random passwords: sh deploy/make-secrets.sh https://chat.example smtps://…
# Add tls_certificate and tls_key afterwards. It never replaces a secret: a lost SECRET_KEY makes data unreadable.
set -eu

if [ $# -ne 2 ]; then
  echo "Usage: sh deploy/make-secrets.sh PUBLIC_URL SMTP_URL" >&2
  exit 1
fi
folder="$(dirname "$0")/secrets"
if [ -e "$folder" ]; then
  echo "$folder exists already. Nothing was changed." >&2
  exit 1
fi

# Containers read these files as users of their own, so the files are open to all users. The folder is not.
umask 022
mkdir -m 700 "$folder"
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
for name in postgres_password redis_password metrics_token grafana_password; do
  random > "$folder/$name"
done

cat > "$folder/app.env" <<END
PUBLIC_URL=$1
SMTP_URL=$2
SECRET_KEY=$(random)
METRICS_TOKEN=$(cat "$folder/metrics_token")
DATABASE_URL=postgres://rapport:$(cat "$folder/postgres_password")@postgres:5432/rapport
REDIS_URL=redis://:$(cat "$folder/redis_password")@redis:6379
END
chmod 600 "$folder/app.env"
