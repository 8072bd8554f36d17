import type { Visitor } from './browser.ts'

/**
 * Leaves the chat by Find Another, and cancels the search that follows. The server has ended the chat then: on a busy machine
 * a chat that starts again could meet its end.
 */
export async function leaveChat({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Find Another' }).click()
  const ended = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/resign'))
  await page.getByRole('button', { name: 'Are you sure?' }).click()
  await ended
  await page.getByRole('button', { name: 'Cancel Search' }).click()
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
}
