import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ExportGroup } from '#schema/export-contents.ts'

/** What the files of each group hold. */
const CONTENTS: Record<ExportGroup, MessageDescriptor> = {
  profile: msg`Your account and profile, with your rounded position and your settings`,
  chats: msg`Your chats with all messages you can see, how many chats you started each day, and your messages that we held for review`,
  kept: msg`The people you keep in touch with or asked to, and your notes about them`,
  people: msg`The people you blocked or reported, and whose profiles you visited, with their display names`,
  notifications: msg`Your notifications`,
  logins: msg`Your devices, sessions and sign-ins, with internet addresses and browsers, and when you switched on two-step login`,
  payments: msg`Your payments and your Premium time`,
  decisions: msg`Decisions about your account, strikes, and your appeals`,
  launchList: msg`Your place on the launch list, once your email address is verified`,
}

/** Lists what an export contains, and what it leaves out. */
export const ExportContents = () => (
  <div className="privacy-contents">
    <h3 className="label">{t`What's in the file`}</h3>
    <ul className="privacy-facts">
      {Object.entries(CONTENTS).map(([group, text]) => (
        <li key={group}>{i18n._(text)}</li>
      ))}
    </ul>
    <h3 className="label">{t`What we leave out`}</h3>
    <ul className="privacy-facts">
      <li>{t`Your password and the secrets of two-step login`}</li>
      <li>{t`Messages you cleared, and messages from people you blocked or who blocked you`}</li>
      <li>{t`Reports about you and notes of our moderators, because they would show who reported. Write to us if you want to know about them.`}</li>
    </ul>
  </div>
)
