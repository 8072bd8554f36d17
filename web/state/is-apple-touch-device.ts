/** Whether this is an iPhone or iPad. An iPad calls itself a Mac, which has no touch screen. */
export const isAppleTouchDevice = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
