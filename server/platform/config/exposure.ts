import { isLoopback } from '#server/platform/http/loopback.ts'

/** The settings that expose the server beyond this machine, and those that depend on it (design §3). */
interface ExposureSettings {
  HOST: string
  PUBLIC_URL?: string | undefined
  NODE_ENV: 'development' | 'test' | 'production'
  SMTP_URL?: string | undefined
  DEMO?: boolean | undefined
}

/** Returns the setting by which other people can reach the server; null when only this machine can. */
export function exposedBy({ HOST, PUBLIC_URL, NODE_ENV }: ExposureSettings): string | null {
  if (NODE_ENV === 'production') return 'NODE_ENV=production'
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL=${PUBLIC_URL}`
  return isLoopback(HOST) ? null : `HOST=${HOST}`
}

/** Returns the problems of settings that need the mailbox or the demo while other people can reach the server. */
export function exposureProblems(values: ExposureSettings): string[] {
  const reachable = exposedBy(values)
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
