// What is mutated, and the tests that must notice. A domain has only the tests that concern it: a mutant that survives
// runs all of them, and each contract test starts a server.
const contract = (...names) => names.map((name) => `tests/contract/${name}.test.ts`)
const unit = (...names) =>
  names.map((name) => `tests/unit/${name}${name.endsWith('/**') ? '/*' : ''}.test.ts`)
const server = (...names) => names.map((name) => `server/${name}.ts`)

/** @type {Record<string, { aim: number, mutate: string[], tests: string[] }>} */
export const DOMAINS = {
  guard: {
    aim: 90,
    mutate: server(
      'transports/rest/{guard,authentication,cross-origin,cookie-name,device-cookie,development-aids}',
      'transports/rest/{rate-limits,security-headers}',
      'platform/http/{client-address,network,origins,loopback,api-headers,read-body,request-text}',
      'platform/{html,config/exposure,rate-limits/*,secrets/*}',
    ),
    tests: [
      ...unit('guard/**', 'client-address', 'network', 'secret-box', 'config'),
      ...contract('cross-origin', 'development-aids', 'rate-limit-headers', 'request-bodies', 'sessions'),
    ],
  },
  accounts: {
    aim: 90,
    mutate: server('domains/accounts/**/*'),
    tests: [
      ...unit('accounts/**'),
      ...contract('registration', 'registration-removal', 'sessions', 'session-ends', 'login-limits'),
      ...contract('account-limits', 'password-reset', 'second-factor', 'staff-factor', 'profile'),
      ...contract('privacy-closing', 'easy-passwords', 'mail-limits', 'secrets'),
    ],
  },
  billing: {
    aim: 90,
    mutate: server('domains/billing/**/*'),
    tests: [
      ...unit('billing/**', 'razorpay', 'money', 'plan-end'),
      ...contract('payments', 'webhooks', 'earlier-payments', 'subscription'),
    ],
  },
  moderation: {
    aim: 90,
    mutate: server('domains/{moderation,abuse,admin}/**/*'),
    tests: [
      ...unit('moderation/**', 'abuse/**', 'admin/**'),
      ...contract('moderation', 'moderation-team', 'moderation-console', 'authority', 'blocks', 'appeals'),
      ...contract('taking-back', 'ban-evasion', 'minors', 'held-messages', 'message-filter', 'audit-log'),
      ...contract('repeated-reports', 'proof-of-work', 'admin', 'new-accounts'),
    ],
  },
  privacy: {
    aim: 90,
    mutate: server('domains/privacy/**/*'),
    tests: [
      ...unit('privacy/**'),
      ...contract('privacy-closing', 'privacy-erasure', 'privacy-export', 'privacy-retention'),
      ...contract('privacy-complete', 'privacy-sanctions', 'privacy-sessions'),
    ],
  },
  matching: {
    aim: 90,
    mutate: server('domains/matching/**/*'),
    // Not those of whole crowds and of thousands of interleavings, which take minutes: a survivor would run all of them.
    tests: [
      ...unit(
        'matching/{cancel-marks,candidates,claims,find,kept-places,matching,member-search,rounds}',
        'matching/{settled-pairs,ticket-store}',
      ),
      ...contract('matching/{ending-a-search,matching}'),
    ],
  },
  chat: {
    aim: 80,
    mutate: server('domains/chat/**/*'),
    tests: [
      ...unit('chat/**', 'history-layers'),
      ...contract(
        'chat',
        'history',
        'message-pages',
        'message-order',
        'recent-chats',
        'leaving',
        'departures',
      ),
      ...contract('redelivery', 'late-commits', 'activity', 'missed-messages'),
    ],
  },
  live: {
    aim: 80,
    mutate: server('domains/live/**/*', 'transports/sse/*'),
    tests: [...unit('live/**'), ...contract('live/*', 'stream', 'streams-end', 'sessions', 'session-ends')],
  },
  schema: {
    aim: 80,
    mutate: ['schema/**/*.ts'],
    tests: [
      ...unit('schema/**', 'bounds', 'limits', 'display-names', 'entities', 'money', 'plan-end'),
      ...contract('registration', 'profile', 'request-bodies', 'chat', 'payments', 'nearby'),
    ],
  },
  'web-state': { aim: 80, mutate: ['web/state/**/*.ts'], tests: unit('web-state/**', 'deferred') },
  desktop: { aim: 80, mutate: ['desktop/main/**/*.ts'], tests: unit('desktop/**') },
}
