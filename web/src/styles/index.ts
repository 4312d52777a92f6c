// The style sheets of every page; the order of layers comes first.
import "./layers.css";
import "./tokens.css";
import "./fonts.css";
import "./base.css";
import "./layout.css";
import "./arabic.css";
