/** Returns the path of a page from that of an address: in small letters, without a slash at its end. */
export const pagePath = (pathname: string) => pathname.toLowerCase().replace(/(.)\/+$/, '$1')
