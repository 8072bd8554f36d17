import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'
import { isVisible } from '#schema/visible.ts'

/** A template that the moderator edits before sending. */
export interface Template {
  label: MessageDescriptor
  /** Always English, also in a console in another language: members and other moderators read it. */
  text: string
}

/** For decisions about a member. The member reads the text. */
export const VERDICT_TEMPLATES: readonly Template[] = [
  {
    label: msg`Insults`,
    text: 'You wrote messages that insulted another member. Please treat everyone here with respect, even when you disagree. If it happens again, we may suspend your account.',
  },
  {
    label: msg`Sexual messages`,
    text: `You sent sexual messages to someone who did not want them. ${PRODUCT.name} is for friendly conversation. Please do not do this again.`,
  },
  {
    label: msg`Selling or links`,
    text: `You used chats to sell something or to send people to another site. That is not allowed on ${PRODUCT.name}, even if you mean well.`,
  },
  {
    label: msg`Asking for money`,
    text: `You asked another member for money. This is not allowed on ${PRODUCT.name}, whatever the reason.`,
  },
  {
    label: msg`Threats`,
    text: 'You threatened another member. We do not accept threats of any kind.',
  },
  {
    label: msg`Private details`,
    text: 'You pushed another member to share private details, or you shared theirs. Please accept it when people want to keep something private.',
  },
  {
    label: msg`Under 18`,
    text: `What you wrote tells us that you are under 18. ${PRODUCT.name} is for adults only, so we have closed your account. If this is a mistake, you can appeal.`,
  },
]

/** For dismissals. The text is only in the audit log. */
export const DISMISSAL_TEMPLATES: readonly Template[] = [
  { label: msg`No rule broken`, text: 'The messages break no rule.' },
  { label: msg`Rude, but allowed`, text: 'Rude, but no rule was broken. The block is enough.' },
  { label: msg`No evidence`, text: 'The messages do not show what was reported.' },
  { label: msg`Wave of reports`, text: 'Part of a wave of reports without a reason.' },
]

/** For answers to appeals. The member reads the text. */
export const APPEAL_TEMPLATES: readonly Template[] = [
  {
    label: msg`We were wrong`,
    text: 'Thank you for writing to us. We looked again and saw that we made a mistake. We have reversed the decision, and we are sorry.',
  },
  {
    label: msg`Decision stays`,
    text: 'Thank you for writing to us. Another moderator looked at the messages again. They break our rules, so the decision stays.',
  },
  {
    label: msg`Can be read differently`,
    text: 'Thank you for explaining. Your messages can also be read in a harmless way, so we have reversed the decision. Please choose your words with care.',
  },
]

/**
 * Returns the field's text with a chosen template. The template replaces an unchanged earlier template and is added
 * below any other text.
 */
export const withTemplate = (value: string, { text }: Template, all: readonly Template[]) =>
  !isVisible(value) || all.some((one) => one.text === value.trim()) ? text : `${value.trim()}\n\n${text}`
