import { withoutDirectionControls } from './directions.ts'
import { foldText } from './fold-text.ts'
import { isVisible, tidyLine } from './visible.ts'

/** The name of partners without a name. The web app, notifications and exports show it in the reader's language. */
export const ANONYMOUS = 'Anonymous'

/** The name that an erasure leaves. Shown in the reader's language too. */
export const DELETED_ACCOUNT = 'Deleted account'

/** Words of ASCII with single spaces between them: most names. They are shown as they are. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Returns a name as others see it. Names that were stored before a rule may break it. */
export const shownNameOf = (name: string): string =>
  PLAIN.test(name) ? name : tidyLine(withoutDirectionControls(name))

/**
 * Returns the name by which a partner is shown: "Anonymous" without a name, and never the member's own name (spec §5). Names
 * that differ only in case, accents, spaces and invisible characters count as the same.
 */
export function partnerNameOf(partnerName: string | null | undefined, ownName: string): string {
  const name = shownNameOf(partnerName ?? '')
  return isVisible(name) && foldText(name) !== foldText(ownName) ? name : ANONYMOUS
}
