/** The version of each package of the page, which npm installs to the digit. */

export { dependencies as versions } from "../package.json";
