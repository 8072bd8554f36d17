/** Returns whether the limits of new accounts apply. Premium is unlimited from the first minute (spec §1). */
export const hasNewAccountLimits = ({
  newcomer = false,
  premium = false,
}: {
  newcomer?: boolean
  premium?: boolean
}) => newcomer && !premium
