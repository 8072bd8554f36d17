/** Returns whether the limits of new accounts apply. Premium is unlimited from the first minute (spec §1). */
export const hasNewAccountLimits = ({
  isNewAccount = false,
  premium = false,
}: {
  isNewAccount?: boolean
  premium?: boolean
}) => isNewAccount && !premium
