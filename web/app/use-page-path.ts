import { useLocation } from 'react-router'

/** Returns the path of the page on screen: in small letters, without a slash at its end. */
export const usePagePath = () =>
  useLocation()
    .pathname.toLowerCase()
    .replace(/(.)\/+$/, '$1')
