import { isLoopback } from '#server/platform/http/loopback.ts'

/** The settings that decide who can reach the server, and what depends on it (design §3). */
interface Reach {
  HOST: string
  PUBLIC_URL?: string | undefined
  NODE_ENV: 'development' | 'test' | 'production'
  SMTP_URL?: string | undefined
  DEMO?: boolean | undefined
}

/** Returns the setting by which other people can reach the server; null when only this machine can. */
export function whyReachable({ HOST, PUBLIC_URL, NODE_ENV }: Reach): string | null {
  if (NODE_ENV === 'production') return 'NODE_ENV=production'
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL=${PUBLIC_URL}`
  return isLoopback(HOST) ? null : `HOST=${HOST}`
}

/** Returns what is wrong with the settings of a server that has no mailbox and no demo, because other people can reach it. */
export function reachProblems(values: Reach): string[] {
  const reachable = whyReachable(values)
  if (!reachable || values.NODE_ENV === 'production') return []
  return [
    ...(values.SMTP_URL
      ? []
      : [
          `${reachable}: needs SMTP_URL as well, because a server that other people can reach does not show mails at /dev/mail`,
        ]),
    ...(values.DEMO
      ? [`DEMO=on: the demo runs only while HOST and PUBLIC_URL are loopback, and here is ${reachable}`]
      : []),
  ]
}
