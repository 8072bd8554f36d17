import { PRODUCT } from '#schema/product.ts'

/** A text to start from; it is edited before it is sent. */
export interface Template {
  name: string
  text: string
}

/** For a decision about a member, who reads it. */
export const VERDICT_TEMPLATES: readonly Template[] = [
  {
    name: 'Insults',
    text: 'You wrote messages that insulted another member. Please treat everyone here with respect, also when you disagree. If it happens again, we may suspend your account.',
  },
  {
    name: 'Sexual messages',
    text: `You sent sexual messages to someone who did not want them. ${PRODUCT.name} is for friendly conversation. Please do not do this again.`,
  },
  {
    name: 'Selling or links',
    text: `You used chats to sell something or to send people to another site. That is not allowed on ${PRODUCT.name}, also when you mean well.`,
  },
  {
    name: 'Asking for money',
    text: `You asked another member for money. This is not allowed on ${PRODUCT.name}, whatever the reason.`,
  },
  {
    name: 'Threats',
    text: 'You threatened another member. We do not accept threats of any kind.',
  },
  {
    name: 'Private details',
    text: 'You pressed another member for private details, or shared theirs. Please respect it when people want to keep something to themselves.',
  },
  {
    name: 'Under 18',
    text: `What you wrote tells us that you are under 18. ${PRODUCT.name} is for adults only, so we have closed your account. If this is a mistake, you can appeal.`,
  },
]

/** For a dismissal, which only the audit log holds. */
export const DISMISSAL_TEMPLATES: readonly Template[] = [
  { name: 'No rule broken', text: 'The messages break no rule.' },
  { name: 'Rude, no more', text: 'Rude, but no rule was broken. The block is enough.' },
  { name: 'Nothing to see', text: 'The messages do not show what was reported.' },
  { name: 'Wave of reports', text: 'Part of a wave of reports without ground.' },
]

/** For the answer to an appeal. */
export const APPEAL_TEMPLATES: readonly Template[] = [
  {
    name: 'We were wrong',
    text: 'Thank you for writing to us. We looked again and made a mistake. We have taken the decision back, and we are sorry.',
  },
  {
    name: 'It stands',
    text: 'Thank you for writing to us. Another moderator looked at the messages again. They break our rules, so the decision stands.',
  },
  {
    name: 'Less than it looked',
    text: 'Thank you for explaining. What you wrote can be read in another way than we did, so we have taken the decision back. Please choose your words with care.',
  },
]

/** A text that is chosen goes below what stands there; it takes the place of another text that was not changed. */
export const withTemplate = (value: string, { text }: Template, all: readonly Template[]) =>
  value.trim() === '' || all.some((one) => one.text === value.trim()) ? text : `${value.trim()}\n\n${text}`
