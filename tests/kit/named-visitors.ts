import { becomeMember, composer, expect, findMatch, type Profile, type Visitor } from './browser.ts'

export interface Named extends Visitor {
  profile: Profile
}
export type Sql = (text: string, values?: unknown[]) => Promise<unknown>

/** Returns a visitor who has registered with this interest. */
export async function aMember(newVisitor: () => Promise<Visitor>, interest: string): Promise<Named> {
  const visitor = await newVisitor()
  return { ...visitor, profile: await becomeMember(visitor, [interest]) }
}

export const makePremium = (sql: Sql, { profile }: Named) =>
  sql(`UPDATE "user" SET premium_until = now() + interval '1 day' WHERE user_name = $1`, [profile.email])

export const sidebar = ({ page }: Visitor) => page.getByRole('complementary', { name: 'Conversations' })
/** The partner's conversation in the list of recent ones. */
export const row = (visitor: Visitor, { profile }: Named) =>
  sidebar(visitor).getByRole('button', { name: new RegExp(profile.displayName) })

/** Opens an ended chat from the list, which learns a moment after the end that it is over. */
export const openEnded = (visitor: Visitor, partner: Named) =>
  expect(async () => {
    const again = visitor.page.getByRole('button', { name: 'Chat again' })
    if (!(await again.isVisible())) await row(visitor, partner).click()
    await expect(again).toBeVisible({ timeout: 2_000 })
  }).toPass()

/** Matches two visitors, and leaves both in the chat. */
export async function meet(first: Named, second: Named) {
  await findMatch(first)
  await first.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(second)
  await composer(first).waitFor()
  await composer(second).waitFor()
}
