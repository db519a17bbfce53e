/** RFC 3161, 3.4. */
export const MEDIA_TYPE_QUERY = 'application/timestamp-query';
export const MEDIA_TYPE_REPLY = 'application/timestamp-reply';
