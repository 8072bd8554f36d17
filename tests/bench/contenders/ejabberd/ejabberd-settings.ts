import { XMPP } from '../../driver/xmpp-wire.ts'

/**
 * Returns the settings of an ejabberd that stores each message in PostgreSQL before it acknowledges it. It loads the archive
 * and stream management alone; a real installation loads more.
 */
export const ejabberdSettings = (port: number, database: URL) => `
hosts: [${XMPP.domain}]
loglevel: warning
listen:
  - { port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, starttls: false, shaper: none, access: all, backlog: 4096 }
auth_method: sql
auth_password_format: plain
sql_type: pgsql
sql_server: ${database.hostname}
sql_port: ${database.port}
sql_database: ${database.pathname.slice(1)}
sql_username: ${database.username}
sql_password: ${JSON.stringify(decodeURIComponent(database.password))}
sql_pool_size: 16
default_db: sql
modules:
  mod_mam: { db_type: sql, default: always }
  mod_stream_mgmt: {}
`
