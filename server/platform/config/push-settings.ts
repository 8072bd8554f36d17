import { createECDH } from 'node:crypto'
import * as z from 'zod'
import { list, modelOf, type Setting, setting } from './setting.ts'

/** The push services of Chrome, Firefox, Safari and Edge. */
export const KNOWN_PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/
const LOOPBACK_SERVICE = /^http:\/\/127\.0\.0\.1:\d+$/

const services = list.refine(
  (entries) => entries.every((entry) => HOST.test(entry) || LOOPBACK_SERVICE.test(entry)),
  'expected host names such as push.example.com or *.push.example.com',
)

const PRIVATE_KEY_BYTES = 32

/** The settings of Web Push. */
export const PUSH_SETTINGS = {
  VAPID_PUBLIC_KEY: setting(
    'the public key with which browsers subscribe to push messages (VAPID), in base64url; made by `npx web-push generate-vapid-keys`',
    '(no push messages; made in local mode)',
    z.string().min(1).optional(),
  ),
  VAPID_PRIVATE_KEY: setting(
    'the private key of VAPID_PUBLIC_KEY, which signs push messages, in base64url',
    '(no push messages; made in local mode)',
    z.string().min(1).optional(),
  ),
  VAPID_SUBJECT: setting(
    'how push services reach the operator: mailto:… or https://…',
    '(no push messages)',
    z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'expected mailto:… or https://…')
      .optional(),
  ),
  PUSH_SERVICES: setting(
    'the hosts of the push services that the server calls; separated by commas, *. for all below a domain',
    KNOWN_PUSH_SERVICES.join(', '),
    services.default(KNOWN_PUSH_SERVICES),
  ),
} as const satisfies Record<string, Setting>

const model = modelOf(PUSH_SETTINGS)
type Values = z.output<typeof model>

/** Returns the keys of the operator; null when none are set. */
export function vapidOf(values: Values) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null
}

/** Returns the problems of settings that are wrong together. `reachable`: others than this machine reach the server. */
export function pushProblems(values: Values, reachable: boolean): string[] {
  const names = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const
  const missing = names.filter((name) => !values[name])
  const keys = vapidOf(values)
  return [
    ...(missing.length === names.length
      ? []
      : missing.map((name) => `${name}: needed as well, ${PUSH_SETTINGS[name].description}`)),
    ...(keys && !isPair(keys) ? ['VAPID_PUBLIC_KEY: does not belong to VAPID_PRIVATE_KEY'] : []),
    ...(reachable && values.PUSH_SERVICES.some((entry) => LOOPBACK_SERVICE.test(entry))
      ? ['PUSH_SERVICES: an address of this machine is allowed only while HOST and PUBLIC_URL are loopback']
      : []),
  ]
}

function isPair({ publicKey, privateKey }: { publicKey: string; privateKey: string }): boolean {
  const bytes = Buffer.from(privateKey, 'base64url')
  // RFC 8292 signs with all 32 bytes, also when the first ones are zero.
  if (bytes.length !== PRIVATE_KEY_BYTES) return false
  try {
    return publicKeyOf(bytes) === publicKey
  } catch {
    return false
  }
}

/** Returns the public key of a private key of P-256, in base64url. @throws for bytes that are no private key */
export function publicKeyOf(privateKey: Buffer): string {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  return ecdh.getPublicKey('base64url')
}
