import { expect, type Visitor } from './browser.ts'
import type { Named } from './named-visitors.ts'

/** The card of a member who would like to talk, wherever it is on the screen. */
export const knockOf = ({ page }: Visitor, { profile }: Named) =>
  page
    .getByRole('region', { name: new RegExp(`^${profile.displayName} would like to talk`) })
    .filter({ visible: true })

/** Accepts to talk with a member. */
export async function accept(visitor: Visitor, starter: Named) {
  await knockOf(visitor, starter).getByRole('button', { name: 'Accept' }).click()
  await expect(visitor.page.getByText('You are now chatting with').first()).toBeVisible()
}
