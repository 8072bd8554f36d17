import { RETENTION } from '#schema/retention.ts'

/** Says how long messages are kept, in English: the language of the legal documents. `months` as in `useMessageMonths`. */
export const keepingOfMessagesInEnglish = (months: number | null): string =>
  `${
    months === null
      ? 'We keep each message until its writer deletes their account.'
      : `We delete each message when it is ${months} to ${months + 1} months old, or when its writer deletes their account.`
  } ${RETENTION.essentialMonths} months after one of you closes or deletes their account, we delete the whole chat, with the messages of you both.`
