/** PDF documents as the browser makes them. Loaded when somebody asks for one. */
import { makePdf as make } from '#documents/pdf';
import type { PdfContent, PdfProgress } from '#documents/pdf-content';
import { PRODUCT_NAME } from '#web/product.ts';
import { fetchFont } from './fonts.ts';
import { pictureText } from './picture-text.ts';

/** The file's pieces. @throws when a font cannot be loaded, and the signal's reason once it is aborted */
export const makePdf = (content: PdfContent, progress: PdfProgress): Promise<Uint8Array<ArrayBuffer>[]> =>
  make(content, { product: PRODUCT_NAME, loadFont: fetchFont, foreign: pictureText }, progress);
