import { smtpOptions } from './mail.ts'

/** Connects to the mail server and logs in, without sending a mail. @throws the error of the connection or the login */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...smtpOptions(smtpUrl),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 5_000,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
