import * as z from 'zod'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { trustedProxies } from '#server/platform/http/client-address.ts'
import { address } from './address-setting.ts'
import { DATABASE_SETTINGS } from './database-settings.ts'
import { DEFENCE_SETTINGS } from './defence-settings.ts'
import { PAYMENT_SETTINGS } from './payment-settings.ts'
import { PUSH_SETTINGS } from './push-settings.ts'
import { redisUrl } from './redis-setting.ts'
import { flag, modelOf, origins, type Setting, setting, wholeNumber } from './setting.ts'
import { TRACING_SETTINGS } from './tracing-settings.ts'
import { workers } from './workers-setting.ts'

const url = (protocols: RegExp, expected: string) => z.url({ protocol: protocols, error: expected })
const secret = z.string().min(1).optional()

/** Every setting of the server. `.env.example` lists them in this order. */
export const SETTINGS = {
  NODE_ENV: setting(
    'production refuses development aids such as the mailbox and the demo',
    'development',
    z
      .enum(['development', 'test', 'production'], "expected 'development', 'test' or 'production'")
      .default('development'),
  ),
  PORT: setting(
    'the port that serves everything',
    '3000',
    z.coerce
      .number('expected a port number')
      .int('expected a port number')
      .min(0, 'expected 0 to 65535')
      .max(65_535, 'expected 0 to 65535')
      .default(3000),
  ),
  HOST: setting('the address to listen on', '127.0.0.1', z.string().min(1).default('127.0.0.1')),
  PUBLIC_URL: setting(
    'the address at which people reach the server, used in the links of mails',
    'http://localhost:PORT',
    url(/^https?$/, 'expected an http(s) address').optional(),
  ),
  ALLOWED_ORIGINS: setting(
    'further origins whose pages may call the API with a bearer token, never with the cookie; separated by commas',
    '(none)',
    origins.default([]),
  ),
  DATA_DIR: setting('the folder for the data of local mode', '.data', z.string().min(1).default('.data')),
  TOMBSTONES: setting(
    'the folder of the list of deletions, which a restore needs to repeat those that were requested after the backup; on another disk than the database',
    'DATA_DIR/tombstones in local mode, otherwise none',
    z.string().min(1).optional(),
  ),
  ...DATABASE_SETTINGS,
  SECRET_KEY: setting(
    'encrypts keys and second factors in the database; 32 characters or more, the same on every node, and stored apart from database backups',
    'generated in DATA_DIR',
    z.string().min(32, 'expected 32 characters or more').optional(),
  ),
  REDIS_URL: setting(
    'Redis, which more than one node needs: redis://…, redis+cluster://a:7000,b:7000 or redis+sentinel://a:26379,b:26379/name; when unset, the node keeps its live state in memory',
    '(in memory)',
    redisUrl.optional(),
  ),
  WORKERS: setting(
    'how many processes serve the port; auto is one for each processor; more than one need REDIS_URL and DATABASE_URL',
    '1',
    workers,
  ),
  START_WAIT_SECONDS: setting(
    'how long a start waits for a database or Redis that cannot be reached yet, in seconds',
    '60',
    wholeNumber(0, 3_600).default(60),
  ),
  SMTP_URL: setting(
    'the mail server; when unset, mails are shown at /dev/mail, which needs HOST and PUBLIC_URL to be loopback',
    '(mailbox)',
    address(/^smtps?$/, 'expected smtp://… or smtps://…').optional(),
  ),
  MAIL_FROM: setting(
    'the sender of mails',
    PRODUCT.supportEmail,
    z.string().min(3).default(`${PRODUCT.name} <${PRODUCT.supportEmail}>`),
  ),
  STAFF_TWO_FACTOR: setting(
    'whether moderators and administrators need a second factor for staff features; their sessions then end sooner',
    'on, off in local mode',
    flag.optional(),
  ),
  RATE_LIMIT_FACTOR: setting(
    'multiplies every rate limit, for load tests',
    '1',
    z.coerce.number('expected a number above 0').positive('expected a number above 0').default(1),
  ),
  LOAD_SHEDDING: setting(
    'whether an overloaded node answers 503 to some requests, lists first and chat last',
    'on',
    flag.default(true),
  ),
  FREE_CONVERSATIONS_A_DAY: setting(
    'how many conversations a free member may start a day',
    String(POLICY.freeConversationsADay),
    wholeNumber(1, 1_000_000).default(POLICY.freeConversationsADay),
  ),
  ...DEFENCE_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...PUSH_SETTINGS,
  DEMO: setting(
    'demo data and demo partners in local mode, while HOST and PUBLIC_URL are loopback',
    'on in local mode',
    flag.optional(),
  ),
  METRICS_TOKEN: setting(
    'the bearer token that opens /metrics to clients beyond loopback',
    '(loopback only)',
    secret,
  ),
  ...TRACING_SETTINGS,
  TRUST_PROXY: setting(
    'which proxies are trusted in X-Forwarded-For: on for one, a number of them, or their networks separated by commas',
    'off',
    trustedProxies.prefault('off'),
  ),
  SHUTDOWN_DELAY: setting(
    'for how many seconds a stopping node serves on while /readyz answers 503: longer than its proxies need to notice',
    '0',
    wholeNumber(0, 600).default(0),
  ),
  // As long as a statement may take, and less than the ten seconds after which Docker ends a container.
  SHUTDOWN_TIMEOUT: setting(
    'for how many seconds a stopping node lets requests under way finish; the process manager must wait longer',
    '8',
    wholeNumber(1, 600).default(8),
  ),
  LOG_LEVEL: setting(
    'the least severe level that is logged',
    'info',
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace'],
        'expected fatal, error, warn, info, debug or trace',
      )
      .default('info'),
  ),
} as const satisfies Record<string, Setting>

export const settingsModel = modelOf(SETTINGS)

export type SettingName = keyof typeof SETTINGS
export type SettingValues = z.output<typeof settingsModel>
