import { createContext, use } from 'react';

/** Takes an element, and returns the function that gives it up. */
export type AddPlace = (place: Element | null) => () => void;
export const PlaceContext = createContext<AddPlace>(() => () => undefined);

/** Each dialog has one for toasts, since nothing outside an open dialog can be pressed. */
export const ToastPlace = () => <div ref={use(PlaceContext)} />;
