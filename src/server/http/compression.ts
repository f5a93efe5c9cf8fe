/**
 * Answers of thousands of records are sent compressed: a board of 5,000 people is megabytes of JSON that says
 * the same over and over. (The web client's files were compressed when they were built.) No secret stands in
 * an answer whose length could betray it: the session's token travels in a cookie only.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Characters; below, one packet carries it anyway. */
const WORTH_IT = 4_096;
/** The quickest: a better one would save a tenth of the bytes and cost three times the work. */
const LEVEL = 1;

const compress = promisify(gzip);

/** 'gzip' among the encodings the caller accepts, and not refused by 'q=0'. */
export const acceptsGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((one) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(one));

/** The text compressed, off the main thread; null when that is not wanted or not worth it. */
export const compressed = async (text: string, accepted: string | undefined): Promise<Buffer | null> =>
  text.length >= WORTH_IT && acceptsGzip(accepted) ? compress(text, { level: LEVEL }) : null;
