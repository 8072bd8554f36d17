// Lists the files to mutate and the tests that must fail. A domain lists only its own tests: a surviving mutant runs
// all of them, and each contract test starts a server.
const contract = (...names) => names.map((name) => `tests/contract/${name}.test.ts`)
const unit = (...names) =>
  names.map((name) => `tests/unit/${name}${name.endsWith('/**') ? '/*' : ''}.test.ts`)
const server = (...names) => names.map((name) => `server/${name}.ts`)

/** @type {Record<string, { aim: number, mutate: string[], tests: string[] }>} */
export const DOMAINS = {
  guard: {
    aim: 90,
    mutate: server(
      'transports/http/*',
      'transports/rest/{guard,create-guard}',
      'transports/static/development-aids',
      'platform/http/{client-address,network,origins,loopback,api-headers,read-body,request-text}',
      'platform/{html,config/exposure,rate-limits/*,secrets/*}',
    ),
    tests: [
      ...unit('guard/**', 'platform/{client-address,network,secret-box,config}'),
      ...contract(
        'rest/{cross-origin,rate-limit-headers,request-bodies}',
        'local/development-aids',
        'accounts/sessions',
      ),
    ],
  },
  accounts: {
    aim: 90,
    mutate: server('domains/accounts/**/*'),
    tests: [
      ...unit('accounts/**'),
      ...contract(
        'accounts/{registration,registration-removal,sessions,session-ends,login-limits,account-limits,password-reset,second-factor,second-factor-login,staff-factor,profile,weak-passwords,mail-limits}',
        'privacy/closing',
        'platform/secrets',
      ),
    ],
  },
  billing: {
    aim: 90,
    mutate: server('domains/billing/**/*'),
    tests: [
      ...unit('billing/**', 'schema/money'),
      ...contract('billing/{orders,payments,webhooks,reconciliation,earlier-payments,subscription}'),
    ],
  },
  moderation: {
    aim: 90,
    mutate: server('domains/{moderation,abuse,admin}/**/*'),
    tests: [
      ...unit('moderation/**', 'abuse/**', 'admin/**'),
      ...contract(
        'moderation/{moderation,team,team-updates,moderation-console,permissions,blocks,appeals,reversals,audit-log,repeated-reports}',
        'abuse/{ban-evasion,underage-detector,held-messages,message-filter,proof-of-work,new-accounts}',
        'admin/admin',
      ),
    ],
  },
  privacy: {
    aim: 90,
    mutate: server('domains/privacy/**/*'),
    tests: [
      ...unit('privacy/**'),
      ...contract(
        'privacy/{closing,erasure,kept-records,export,export-requests,retention,every-column,sanctions,sessions}',
      ),
    ],
  },
  matching: {
    aim: 90,
    mutate: server('domains/matching/**/*'),
    // Excludes the tests of large crowds and interleavings: they take minutes, and a survivor would run all of them.
    tests: [
      ...unit(
        'matching/{cancel-marks,candidates,claims,common-ground,find-match,kept-places,matching,member-search,rounds}',
        'matching/{settled-pairs,ticket-store}',
      ),
      ...contract('matching/{ending-a-search,matching}'),
    ],
  },
  chat: {
    aim: 80,
    mutate: server('domains/chat/**/*'),
    tests: [
      ...unit('chat/**', 'web-ui/history-layers'),
      ...contract(
        'chat/{chat,history,message-pages,message-order,recent-chats,leaving,departures,redelivery,late-commits,activity,unread-reminders,reminder-delivery}',
      ),
    ],
  },
  live: {
    aim: 80,
    mutate: server('domains/live/**/*', 'transports/sse/*'),
    tests: [...unit('live/**'), ...contract('live/*', 'accounts/{sessions,session-ends}')],
  },
  schema: {
    aim: 80,
    mutate: ['schema/**/*.ts'],
    tests: [
      ...unit('schema/**', 'platform/display-names', 'billing/plan-end'),
      ...contract(
        'accounts/{registration,profile}',
        'rest/request-bodies',
        'chat/chat',
        'billing/{orders,payments}',
        'nearby/{nearby,chat-from-list}',
      ),
    ],
  },
  'web-state': { aim: 80, mutate: ['web/state/**/*.ts'], tests: unit('web-state/**', 'web-ui/deferred') },
  desktop: { aim: 80, mutate: ['desktop/main/**/*.ts'], tests: unit('desktop/**') },
}
